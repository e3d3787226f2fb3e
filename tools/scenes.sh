#!/bin/bash
# Prints the names of the example scenes: the C examples but for hello.
# SPDX-License-Identifier: MIT
cd "$(dirname "$0")/../bindings/c/examples"
for source in *.c; do [ "$source" = hello.c ] || echo "${source%.c}"; done
