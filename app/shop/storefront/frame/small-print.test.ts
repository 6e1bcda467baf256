import { expect, it } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { smallPrintOf } from './small-print.ts'

const { shop } = readConfig({ NODE_ENV: 'test' })

it('names the licence and the registration, and says what prices include', () => {
  expect(smallPrintOf(shop)).toBe(
    '© Cakewala · FSSAI licence 11223344556677 · GSTIN 29ABCDE1234F1ZW · Prices include all taxes · A shop to try: its details, words and pictures are samples',
  )
})

it('of a shop that is not registered has no word of tax', () => {
  const own = {
    legalName: 'Pooja Kulkarni',
    gst: 'unregistered',
    gstin: '',
    isSample: false,
  } as const
  expect(smallPrintOf({ ...shop, ...own })).toBe('© Pooja Kulkarni · FSSAI licence 11223344556677')
})
