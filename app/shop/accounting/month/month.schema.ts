import { z } from 'zod'
import { monthPattern } from './month.ts'

export const monthSchema = z.string().regex(monthPattern, 'Enter a month, such as 2026-11')
