import { z } from 'zod'
import { shortWeekdays } from '#shop/values/kolkata-time.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'

interface Bounds {
  min: number
  max: number
  tooLow?: string
}

/** A whole number; `what` begins the sentences. */
export const wholeOf = (what: string, { min, max, tooLow = `must be at least ${min}` }: Bounds) =>
  z
    .number(`${what} must be a whole number`)
    .multipleOf(1, `${what} must be a whole number`)
    .min(min, `${what} ${tooLow}`)
    .max(max, `${what} can be at most ${max}`)

const pieces = (what: string) =>
  wholeOf(what, { min: 1, max: 100_000, tooLow: 'must be at least 1, or nothing' }).nullable()

const day = z.iso.date('Write the day as 2026-12-31').nullable()

/** Each field of `CakeDays`. */
export const dayFields = {
  piecesADay: pieces('The pieces a day').describe('Null: any number'),
  piecesInAll: pieces('The pieces in all').describe('From the first to the last day'),
  fromDay: day.describe('The first day on which it is delivered'),
  untilDay: day.describe('The last'),
  weekdays: z
    .array(z.enum(shortWeekdays, 'Write weekdays as Fri, Sat'))
    .overwrite((sent) => shortWeekdays.filter((one) => sent.includes(one)))
    .describe('On which it is delivered; empty: all'),
  zones: z
    .array(z.string().overwrite(tidyLine).max(60, 'Zones: each at most 60 characters'))
    .max(200, 'Zones: at most 200')
    .nullable()
    .describe(
      'Names of the zones that it travels to; empty: it is only picked up; null: everywhere',
    ),
}
