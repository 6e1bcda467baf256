import { expect, test } from 'vitest'
import commonPasswords from './common-passwords.txt?raw'
import { checkPassword } from './passwords.server.ts'

const shopName = 'Cakewala'
const asha = { name: 'Asha Krishnan', email: 'asha.k.1990@example.in', shopName }
const common = 'Many people use this password. Please choose another one.'
const own = 'Please choose a password without your name or email.'
const ofShop = 'Please choose a password without the name of the shop.'

test.each([
  ['password', common],
  ['PASSWORD1', common],
  ['12345678', common],
  ['iloveyou', common],
  ['qwertyuiop', common],
  ['krishnan-2026', own],
  ['My.KRISHNAN.cake', own],
  ['asha-krishnan', own],
  ['Asha.K.1990', own],
  ['asha.k.1990@example.in', own],
  ['asha-2026', own],
  ['Asha@99asha', own],
  ['cakewala123', ofShop],
  ['my CakeWala pass', ofShop],
])('%j is refused', async (password, sentence) => {
  await expect(checkPassword(password, asha)).rejects.toMatchObject({
    code: 'invalid',
    message: sentence,
    errors: { password: sentence },
  })
})

test.each(['mango-cake', 'four words of a song', 'ashas own cake', '# 1234567', 'ಮಾವಿನ-ಹಣ್ಣು-ಕೇಕ್'])(
  '%j is allowed',
  async (password) => {
    await expect(checkPassword(password, asha)).resolves.toBeUndefined()
  },
)

test('a short name may be in a password, but not be all of it', async () => {
  const short = { name: 'Om P', email: 'om@x.in', shopName: 'Pie' }
  await expect(checkPassword('om shanti om', short)).resolves.toBeUndefined()
  await expect(checkPassword('piece of cake', short)).resolves.toBeUndefined()
  await expect(checkPassword('om-om-1234', short)).rejects.toMatchObject({ message: own })
  await expect(checkPassword('pie-31415926', short)).rejects.toMatchObject({ message: ofShop })
  await expect(checkPassword('31415926-p', short)).resolves.toBeUndefined()
})

test('the list has 10,000 passwords that are long enough, in lower case, with its licence', () => {
  const lines = commonPasswords.trim().split('\n')
  const passwords = lines.filter((line) => !line.startsWith('# '))
  expect(new Set(passwords).size).toBe(10_000)
  expect(passwords.filter((one) => one.length < 8 || one !== one.toLowerCase())).toEqual([])
  expect(lines.join('\n')).toContain('Copyright (c) 2012-2016 Dan Wheeler')
})
