/** `STOCKCAST_SECRET` of every product that a benchmark starts, with which it can decrypt stored contents. */
export const BENCH_SECRET = 'a secret of benchmarks, 32 characters'
