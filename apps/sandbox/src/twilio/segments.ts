// GSM 03.38, as in https://www.twilio.com/docs/glossary/what-is-gsm-7-character-encoding
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('^{}\\[~]|€\f')

/** How many SMS a text is sent as. */
export function getSegments(body: string): number {
  const characters = [...body]
  if (characters.every((each) => BASIC.has(each) || EXTENDED.has(each))) {
    const septets = characters.reduce((sum, each) => sum + (EXTENDED.has(each) ? 2 : 1), 0)
    return septets <= 160 ? 1 : Math.ceil(septets / 153)
  }
  return body.length <= 70 ? 1 : Math.ceil(body.length / 67)
}
