import { z } from 'zod'
import { emailSchema, newPasswordSchema, profileSchema } from '#shop/accounts/accounts.schema.ts'
import { roles } from '#shop/accounts/roles.ts'

export const invitationSchema = z
  .object({
    email: emailSchema
      .or(z.literal('', { error: 'Invalid email' }))
      .describe('Empty for kitchen staff who get a link in hand'),
    role: z.enum(
      roles.filter((role) => role !== 'customer'),
      { error: 'Choose a role' },
    ),
  })
  .refine(({ email, role }) => email !== '' || role === 'kitchen', {
    path: ['email'],
    error: 'Only kitchen staff can be invited without an email',
  })

/** What a person without an account gives. The email of a mailed invitation is known. */
export const newStaffSchema = profileSchema
  .pick({ name: true })
  .extend({ email: emailSchema, ...newPasswordSchema.shape })
