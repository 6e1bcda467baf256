import { good, rows, type Scenario } from './scenario.ts'
import { password, type World } from './scenario-world.ts'

export function goodSecondFactors({ factors }: World): Scenario[] {
  return [
    good('POST /account/password-again', 'the password', { who: 'asha', body: { password } }),
    good('POST /account/authenticator/begin', 'a secret', {
      who: 'who adds a passkey',
      body: { password },
    }),
    good('POST /account/authenticator/turn-on', 'with the first code', {
      who: 'who sets up an app',
      body: { code: factors.code },
      endsSession: true,
    }),
    good('POST /account/authenticator/recovery-codes', 'new ones', {
      who: 'who has an app',
      body: { password },
    }),
    good('POST /account/authenticator/turn-off', 'with the password', {
      who: 'who gives up an app',
      body: { password },
      endsSession: true,
    }),
    good('POST /users/login/code', 'with a recovery code', {
      who: 'who gave the password',
      body: { code: factors.recoveryCode },
    }),
    good('POST /users/login/passkey/begin', 'a challenge'),
    good('POST /users/login/passkey', 'logs in', {
      who: 'who logs in by passkey',
      body: factors.passkeyAnswer,
    }),
    good('POST /account/passkeys/begin', 'a challenge', { who: 'who works here' }),
    good('POST /account/passkeys/add', 'adds it', {
      who: 'who adds a passkey',
      body: factors.newPasskey,
    }),
    good('POST /account/passkeys/remove', 'removes it', {
      who: 'who adds a passkey',
      body: { id: factors.passkeyId },
    }),
  ]
}

export function refusedSecondFactors({ factors }: World): Scenario[] {
  const guess = { password: 'not-this-one' }
  return [
    ...rows('POST /account/password-again', [
      ['a wrong one', { who: 'asha', body: guess }, 422, ['password']],
    ]),
    ...rows('POST /account/authenticator/begin', [
      ['a wrong password', { who: 'who works here', body: guess }, 422, ['password']],
    ]),
    ...rows('POST /account/authenticator/turn-on', [
      ['letters', { who: 'asha', body: { code: 'abcdef' } }, 422, ['code']],
      ['without a secret', { who: 'who works here', body: { code: '123456' } }, 409],
    ]),
    ...rows('POST /account/authenticator/turn-off', [
      ['a wrong password', { who: 'asha', body: guess }, 422, ['password']],
    ]),
    ...rows('POST /account/authenticator/recovery-codes', [
      ['without an app', { who: 'who works here', body: { password } }, 409],
    ]),
    ...rows('POST /users/login/code', [
      ['without the password', { body: { code: '123456' } }, 409],
      ['neither code', { body: { code: '12345' } }, 422, ['code']],
    ]),
    ...rows('POST /users/login/passkey', [
      ['without a challenge', { body: factors.passkeyAnswer }, 409],
    ]),
    ...rows('POST /account/passkeys/add', [
      ['without a challenge', { who: 'who works here', body: factors.newPasskey }, 409],
    ]),
    ...rows('POST /account/passkeys/remove', [
      ['another’s', { who: 'asha', body: { id: factors.passkeyId } }, 404],
    ]),
  ]
}
