/* A slot is used 2^24 - 1 times and then retired: no id ever names a second object. Each of many ids at once names its own.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <stdlib.h>
#include "check.h"

#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#    define SLOW 1
#  endif
#endif

/* More than lie in pages that are found without a search (65,536), beyond which chunks are. */
static void each_of_many_ids_names_its_own_object(void) {
  enum { MANY = 100000 };
  bgt_item *const items = malloc(MANY * sizeof *items);
  long made = 0, wrong = 0, forged = 0;
  CHECK(items != NULL);
  if (!items) return;
  for (; made < MANY; made++) {
    if (bgt_item_create(NULL, &items[made]) != BGT_OK) break;
    if (bgt_item_set_user_data(items[made], &items[made]) != BGT_OK) break;
  }
  CHECK(made == MANY);
  for (long k = 0; k < made; k++) wrong += bgt_item_get_user_data(items[k]) != &items[k];
  CHECK(wrong == 0);
  /* The same kind and generation in slots that were never used, up to the last index of 32 bits. */
  for (uint32_t index = (uint32_t)items[made - 1] + 1, step = 1; index + step > index; index += step, step *= 2)
    forged += bgt_is_alive((items[made - 1] >> 32 << 32) | index);
  forged += bgt_is_alive((items[made - 1] >> 32 << 32) | UINT32_MAX);
  CHECK(forged == 0);
  for (long k = 0; k < made; k++) wrong += bgt_release(items[k]) != BGT_OK || bgt_is_alive(items[k]);
  CHECK(wrong == 0);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  free(items);
}

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
  each_of_many_ids_names_its_own_object();
  return checks_done();
}
