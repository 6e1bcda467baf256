import { expect, it } from 'vitest'
import { mendedEmail } from './email-typo.ts'

it.each([
  ...['gmail.con', 'gmial.com', 'gamil.com', 'gmail.co', 'gmai.com', 'gnail.com', 'gmaill.com'],
  ...[
    'gmail',
    'gmailcom',
    'gmail,com',
    'gmail.com.',
    'gmail.in',
    'gmail.co.in',
    'gmial.con',
    'GMAIL.CON',
  ],
])('asha@%s is asked about: gmail.com?', (domain) => {
  expect(mendedEmail(`Asha@${domain}`)).toBe('Asha@gmail.com')
})

it.each([
  ['yaho.com', 'yahoo.com'],
  ['yahoo', 'yahoo.com'],
  ['yahooo.co.in', 'yahoo.co.in'],
  ['yahoo.coin', 'yahoo.co.in'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmail.cmo', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['outlook.con', 'outlook.com'],
  ['rediffmial.com', 'rediffmail.com'],
  ['redifmail.com', 'rediffmail.com'],
  ['iclould.com', 'icloud.com'],
  ['sharma-sweets.con', 'sharma-sweets.com'],
  ['sweets.co.inn', 'sweets.co.in'],
])('asha@%s is asked about: %s?', (domain, meant) => {
  expect(mendedEmail(`asha@${domain}`)).toBe(`asha@${meant}`)
})

it.each([
  ...['gmail.com', 'GMail.com', 'yahoo.com', 'yahoo.co.in', 'yahoo.in', 'yahoo.co.uk', 'yahoo.fr'],
  ...['hotmail.com', 'hotmail.it', 'outlook.com', 'outlook.in', 'rediffmail.com', 'icloud.com'],
  ...[
    'mail.com',
    'email.com',
    'ymail.com',
    'cloud.com',
    'rediff.com',
    'live.com',
    'me.com',
    'aol.com',
  ],
  ...[
    'example.in',
    'example.com',
    'sweets.co',
    'small.com',
    'iitb.ac.in',
    'sub.gmail.example',
    'com',
  ],
  '',
])('asha@%s is not asked about', (domain) => {
  expect(mendedEmail(`asha@${domain}`)).toBeNull()
})

it.each(['', 'asha', 'gmail.con', '@gmail.con'])('%j is no email to ask about', (typed) => {
  expect(mendedEmail(typed)).toBeNull()
})
