import { z } from 'zod'
import { emailSchema, newPasswordSchema, profileSchema } from '#shop/accounts/accounts.schema.ts'
import { roles } from '#shop/accounts/roles.ts'

export const invitationSchema = z.object({
  email: emailSchema,
  role: z.enum(
    roles.filter((role) => role !== 'customer'),
    { error: 'Choose a role' },
  ),
})

/** What a person without an account gives. */
export const newStaffSchema = profileSchema.pick({ name: true }).extend(newPasswordSchema.shape)
