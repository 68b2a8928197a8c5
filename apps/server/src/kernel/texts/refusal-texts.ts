/** Sentences of refusals that several places answer with. A sentence of one place stands beside its code there. */
export const refusalTexts = {
  unknownProduct: 'This product does not exist.',
  unknownEvent: 'This entry of the calendar does not exist. It may have been removed.',
  unknownOverride: 'This change of the forecast does not exist. It may have been removed.',
  unknownSupplier: 'This supplier does not exist.',
  unknownMerchant: 'This merchant does not exist.',
  accountWithoutMerchant: 'This account has no merchant.',
  nothingHere: 'There is nothing at this address.',
  unreadable: 'The request could not be read.',
  ourFault: 'Something went wrong on our side. Please try again.',
  otherSecret:
    'STOCKCAST_SECRET is not the one that this database was used with. Set the former one, as STOCKCAST_SECRET_PREVIOUS if you are changing it, or use another database.',
  keepAccountFirst: 'Keep this account first: give it an email address and a password.',
  subscriptionChanging: 'The subscription is being changed. Please try again.',
  smsNotSetUp: 'SMS is not set up on this server. Use Slack or email.',
  numberStopped: 'This number replied STOP. Send START from it first.',
  numberConfirmed: 'This number is already confirmed.',
  wrongPassword: 'This is not your current password.',
  invalidEmail: 'Please enter a valid email address.',
  staleLink: 'This link is no longer valid. Please ask for a new one.',
  dayBeforeOrder: 'This day is before the day of the order.',
  unknownLine: 'This line does not exist.',
} as const
