// What a program built for WebAssembly with wasi-libc asks of its host, as far as programs with this library do: arguments, text to
// standard output and error, a clock, the end. Files are refused. For browsers and Node alike.
// SPDX-License-Identifier: MIT

/** Thrown by `exit()`, also by the return of `main`. */
export class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/**
 * Instantiates a module. `source` is what `fetch` gives, or bytes; `args` are the program's name and arguments; `write` gets text as
 * it is printed, and 1 or 2 for where to. Returns its exports; a program is run by `run`, a library is ready.
 */
export async function load(source, { args = ['program'], write = (text, to) => (to === 2 ? console.error : console.log)(text) } = {}) {
  let memory;
  const view = () => new DataView(memory.buffer);
  const words = args.map((text) => new TextEncoder().encode(text + '\0'));
  const texts = { 1: new TextDecoder(), 2: new TextDecoder() };
  const [ok, badDescriptor, notSupported] = [0, 8, 58];
  const sizes = (count, bytes) => (countAt, bytesAt) => {
    view().setUint32(countAt, count, true);
    view().setUint32(bytesAt, bytes, true);
    return ok;
  };
  const wasi = {
    args_sizes_get: sizes(words.length, words.reduce((sum, word) => sum + word.length, 0)),
    args_get(at, bytesAt) {
      for (const word of words) {
        view().setUint32(at, bytesAt, true);
        new Uint8Array(memory.buffer).set(word, bytesAt);
        at += 4;
        bytesAt += word.length;
      }
      return ok;
    },
    environ_sizes_get: sizes(0, 0),
    environ_get: () => ok,
    clock_time_get(clock, precision, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return ok;
    },
    fd_write(descriptor, parts, count, writtenAt) {
      if (descriptor !== 1 && descriptor !== 2) return badDescriptor;
      let written = 0;
      let text = '';
      for (let part = 0; part < count; part++) {
        const from = view().getUint32(parts + 8 * part, true);
        const length = view().getUint32(parts + 8 * part + 4, true);
        text += texts[descriptor].decode(new Uint8Array(memory.buffer, from, length), { stream: true });
        written += length;
      }
      if (text) write(text, descriptor);
      view().setUint32(writtenAt, written, true);
      return ok;
    },
    fd_fdstat_get(descriptor, at) {
      if (descriptor > 2) return badDescriptor;
      new Uint8Array(memory.buffer).fill(0, at, at + 24);
      view().setUint8(at, 2); // a terminal, of which lines are written as they end
      view().setBigUint64(at + 8, ~0n, true);
      return ok;
    },
    fd_close: () => ok,
    proc_exit(code) {
      throw new Exit(code);
    },
  };
  const imports = new Proxy(wasi, {
    get: (known, name) => known[name] ?? (() => (String(name).startsWith('fd_') ? badDescriptor : notSupported)),
  });
  const response = await source;
  const bytes = response.arrayBuffer ? await response.arrayBuffer() : response;
  const module = await WebAssembly.compile(bytes);
  const wanted = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, imports[name]]));
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wanted });
  memory = exports.memory;
  exports._initialize?.();
  return exports;
}

/** Runs a program to its end; what `main` returned. */
export function run(exports) {
  try {
    exports._start();
    return 0;
  } catch (end) {
    if (end instanceof Exit) return end.code;
    throw end;
  }
}
