import { z } from 'zod'

/** Who rides, as staff type it. */
export const newRunSchema = z.object({
  riderName: z
    .string()
    .trim()
    .min(1, 'Please enter the rider’s name.')
    .max(60, 'Please use at most 60 characters.'),
  riderMobile: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, ''))
    .pipe(
      z
        .string()
        .regex(/^[6-9]\d{9}$/, 'A mobile number has 10 digits, and the first is 6, 7, 8 or 9.'),
    ),
})
