import { z } from 'zod'
import { type Clock, systemClock } from '#platform/clock.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'

/** The length of a password. The upper limit keeps hashing cheap. */
export const passwordLimits = { min: 8, max: 128 }

/** Accounts have e-mails in lower case. */
export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .pipe(z.email('Invalid email').max(254, 'Invalid email'))
  .meta({ format: 'email' })

const passwordSchema = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(passwordLimits.min, `Password must be at least ${passwordLimits.min} characters`)
  .max(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`)

const mobilenoSchema = z
  .string({ error: 'MobileNo is required' })
  .trim()
  .min(1, 'MobileNo is required')
  .min(10, 'too short')
  .max(10, 'too long')
  .regex(/^\d*$/, 'Use digits only, such as 9876543210')

/** A calendar day 'YYYY-MM-DD', today in Kolkata or earlier. */
function birthdateSchema(clock: Clock) {
  return z
    .string({ error: 'Birthdate is required' })
    .min(1, 'Birthdate is required')
    .pipe(z.iso.date('Birthdate must be a date such as 1995-04-23'))
    .refine((day) => day <= kolkataDay(clock.now()), 'Birthdate must be in the past')
    .refine((day) => day >= '1900-01-01', 'Birthdate must be after 1900')
    .meta({ format: 'date' })
}

/** The registration form. A birthdate must not be after the clock's day. */
export function registrationSchemaAt(clock: Clock) {
  return z.object({
    name: z
      .string({ error: 'Name is required' })
      .trim()
      .min(1, 'Name is required')
      .max(100, 'Name must be at most 100 characters'),
    email: emailSchema,
    mobileno: mobilenoSchema,
    date: birthdateSchema(clock),
    password: passwordSchema,
  })
}

export const registrationSchema = registrationSchemaAt(systemClock)
export type Registration = z.output<typeof registrationSchema>

export const loginSchema = z.object({ email: emailSchema, password: passwordSchema })
export type Login = z.output<typeof loginSchema>

export const forgotPasswordSchema = z.object({ email: emailSchema })
export type ForgotPassword = z.output<typeof forgotPasswordSchema>

export const newPasswordSchema = z.object({ password: passwordSchema })
export type NewPassword = z.output<typeof newPasswordSchema>

/** A new password with the token of the mailed link. */
export const resetPasswordSchema = newPasswordSchema.extend({
  token: z
    .string({ error: 'The link is incomplete. Open it from the mail again.' })
    .min(1, 'The link is incomplete. Open it from the mail again.')
    .max(200, 'The link is damaged. Open it from the mail again.'),
})
