// Entry points of the wide loops. This folder is compiled twice: plain, and with BGT_AVX2 and -mavx2.
// SPDX-License-Identifier: MIT
