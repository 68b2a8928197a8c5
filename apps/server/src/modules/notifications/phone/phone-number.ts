import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { AppError } from '../../../errors.ts'

const UNUSABLE = ['PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL', 'FIXED_LINE']

/** Returns the number in international form, such as +14155550123; null when it is blank. */
export function readPhoneNumber(text: string | null): string | null {
  if (text === null || text.trim() === '') return null
  const number = parsePhoneNumberFromString(text.trim())
  if (!number?.isValid()) {
    throw new AppError('invalid_input', 'Enter the number in international form, such as +1 415 555 2671.', {
      field: 'sms.phone',
    })
  }
  if (UNUSABLE.includes(number.getType() ?? '')) {
    throw new AppError(
      'invalid_input',
      'This number cannot receive messages. Enter the number of a mobile phone.',
      {
        field: 'sms.phone',
      },
    )
  }
  return number.number
}
