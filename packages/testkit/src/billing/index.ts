export { beginJourney } from './journey.ts'
export { journeys } from './journeys.ts'
export { fakeAccount, testAccount } from './provider-account.ts'
export { runSequence, type SequenceResult } from './sequence.ts'
export {
  DECLINING_CARD,
  fillIn,
  GOOD_CARD,
  post,
  type StripeProvider,
  startStripeProvider,
  unavailable,
} from './stripe-provider.ts'
