import { describe, expect, it, vi } from 'vitest'
import { refuseStorage, stubStorage } from '../../../test/support/stub-storage.ts'
import { findRefused } from './cart-totals.tsx'

describe('what the browser refuses', () => {
  function stubCookies(accepts: boolean) {
    let kept = ''
    const cookies = {
      get: () => kept,
      set: (text: string) => {
        if (accepts) kept = /Max-Age=0/.test(text) ? '' : text.replace(/;.*/, '')
      },
    }
    vi.stubGlobal('document', Object.defineProperty({}, 'cookie', cookies))
    return () => kept
  }

  it('is nothing in most browsers, and nothing is left of the question', () => {
    const cookies = stubCookies(true)
    const texts = [stubStorage('localStorage'), stubStorage('sessionStorage')]
    expect(findRefused()).toBeNull()
    expect([cookies(), ...texts]).toEqual(['', {}, {}])
  })

  it('is storage, where one of both is forbidden or full', () => {
    stubCookies(true)
    refuseStorage()
    stubStorage('localStorage')
    expect(findRefused()).toBe('storage')
  })

  it('is cookies, whatever is stored', () => {
    stubCookies(false)
    stubStorage('localStorage')
    stubStorage('sessionStorage')
    expect(findRefused()).toBe('cookies')
  })
})
