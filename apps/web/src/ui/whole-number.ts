/** Props of a `NumberInput` for a whole number, whose form says what is wrong with it. */
export const wholeNumber = { allowDecimal: false, allowNegative: false, clampBehavior: 'none' } as const
