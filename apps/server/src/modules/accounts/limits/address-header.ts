/** The HTTP side writes the caller's address here, whatever was sent. */
export const ADDRESS_HEADER = 'x-real-ip'
