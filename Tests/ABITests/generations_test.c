/* A slot is used 2^24 - 1 times and then retired: no id ever names a second object. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include "check.h"

#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#    define SLOW 1
#  endif
#endif

int main(void) {
  bgt_item first = 0, item = 0;
  long revived = 0, other = 0, uses = (1L << 24) + 100;
#ifdef SLOW
  uses = 100000;
#endif
  CHECK(bgt_item_create(NULL, &first) == BGT_OK && bgt_release(first) == BGT_OK);
  for (long i = 1; i < uses; i++) {
    if (bgt_item_create(NULL, &item) < 0) break;
    revived += item == first || bgt_is_alive(first);
    other += (uint32_t)item != (uint32_t)first; /* the low half is the slot */
    if (bgt_release(item) < 0) break;
  }
  CHECK(revived == 0);
#ifdef SLOW
  CHECK(other == 0);
#else
  CHECK(other == 101);
#endif
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
