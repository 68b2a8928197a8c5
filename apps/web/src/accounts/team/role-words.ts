import { memberRoles, type Role } from '@stockcast/contract'

export const roleWords: Readonly<Record<Role, string>> = { owner: 'Owner', buyer: 'Buyer', viewer: 'Viewer' }

export const roleChoices = memberRoles.map((value) => ({ value, label: roleWords[value] }))
