import { z } from 'zod'

/**
 * What a person may do in a shop, each including those before it: a viewer reads, a buyer also orders, imports, sets products and
 * acts on alerts, and the owner does everything. A shop has one owner.
 */
export const roles = ['viewer', 'buyer', 'owner'] as const
export type Role = (typeof roles)[number]

/** The roles that an owner gives. */
export const memberRoles = ['buyer', 'viewer'] as const
export type MemberRole = (typeof memberRoles)[number]

/** A shop of the person who is signed in. */
export const ownShopSchema = z.object({
  merchantId: z.number().int(),
  name: z.string(),
  role: z.enum(roles),
})
export type OwnShop = z.infer<typeof ownShopSchema>
