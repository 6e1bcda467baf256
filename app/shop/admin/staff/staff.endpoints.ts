import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import {
  emailSchema,
  mailedTokenSchema,
  newPasswordSchema,
  profileSchema,
} from '#shop/accounts/accounts.schema.ts'
import { roles } from '#shop/accounts/roles.ts'

const staffRoles = roles.filter((role) => role !== 'customer')
export type StaffRole = (typeof staffRoles)[number]

export const invitationSchema = z.object({
  email: emailSchema,
  role: z.enum(staffRoles, { error: 'Choose a role' }),
})

/** What a person without an account gives. */
export const newStaffSchema = profileSchema.pick({ name: true }).extend(newPasswordSchema.shape)

const tag = 'Staff'
const id = z.string().min(1).max(100)

export const inviteStaffEndpoint = endpoint({
  method: 'POST',
  path: '/staff/invite',
  tag,
  summary: 'Invite somebody to the staff',
  description:
    'Emails a link that works once, within 48 hours. A second invitation of the same email takes the place of the first. 409 when the person is staff already.',
  access: 'manage-staff',
  recentPassword: true,
  body: invitationSchema,
  response: messageSchema,
  problems: [409],
})

export const withdrawInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/staff/withdraw',
  tag,
  summary: 'Withdraw an invitation',
  description: 'Its link stops working. 409 when it was accepted or withdrawn before.',
  access: 'manage-staff',
  recentPassword: true,
  body: z.object({ id }),
  response: messageSchema,
  problems: [409],
})

export const changeRoleEndpoint = endpoint({
  method: 'POST',
  path: '/staff/role',
  tag,
  summary: 'Change the role of somebody, or revoke it',
  description:
    'The role `customer` revokes. All sessions of the person end. 404 when the person is not staff, 409 for the last owner.',
  access: 'manage-staff',
  recentPassword: true,
  body: z.object({ id, role: z.enum(roles) }),
  response: messageSchema,
  problems: [404, 409],
})

export const resetMemberFactorEndpoint = endpoint({
  method: 'POST',
  path: '/staff/reset-second-factor',
  tag,
  summary: 'Reset the two-step login of a colleague',
  description:
    'For who has lost phone and recovery codes: app, codes, passkeys and sessions are gone, and an email says so. 404 when the person is not staff, 409 for your own.',
  access: 'manage-staff',
  recentPassword: true,
  body: z.object({ id }),
  response: messageSchema,
  problems: [404, 409],
})

export const readInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/staff/invitation',
  tag,
  summary: 'Read an invitation',
  description:
    'With the token of the emailed link, which is no part of an address, so that no log has it. 404 when the link was used, withdrawn or has expired.',
  access: 'anyone',
  body: z.object({ token: mailedTokenSchema }),
  response: invitationSchema.extend({
    hasAccount: z.boolean(),
    isSignedIn: z.boolean().describe('Whether the caller is the person who is invited'),
  }),
  problems: [404],
})

export const acceptInvitationEndpoint = endpoint({
  method: 'POST',
  path: '/staff/accept',
  tag,
  summary: 'Accept an invitation',
  description:
    'With the token of the emailed link, once. Without an account, `name` and `password` make one; with an account its owner must be logged in. 409 when the link was used, withdrawn or has expired.',
  access: 'anyone',
  body: newStaffSchema.partial().extend({ token: mailedTokenSchema }),
  response: messageSchema.extend({ email: z.string() }),
  problems: [401, 403, 409],
})
