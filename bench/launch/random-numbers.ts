export { randomNumbers } from '@stockcast/testkit/random-numbers'
