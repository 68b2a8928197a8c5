/** The `STOCKCAST_SECRET` of every product that a bench starts, so that the bench can open what is stored sealed. */
export const BENCH_SECRET = 'a secret of benchmarks, 32 characters'
