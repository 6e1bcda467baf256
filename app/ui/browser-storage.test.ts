import { describe, expect, it, vi } from 'vitest'
import { refuseStorage, stubStorage } from '../../test/support/stub-storage.ts'
import { createStored, fieldsOf, removeStored, textOf } from './browser-storage.ts'

const key = 'cakewala:guest'
const openPage = () =>
  createStored(key, (stored) => ({ name: textOf(fieldsOf(stored).name) }), { visit: true })
const asha = { name: 'Asha' }
const nobody = { name: '' }

/** The events of the page. */
function stubEvents() {
  const tab = new EventTarget()
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  return tab
}

describe('what the browser remembers', () => {
  it('is there on the next page, until it is removed', () => {
    const texts = stubStorage('sessionStorage')
    expect(openPage().save(asha)).toBe(true)
    expect(openPage().current()).toEqual(asha)
    expect(openPage().save(null)).toBe(true)
    expect([openPage().current(), Object.keys(texts)]).toEqual([nobody, []])
  })

  it.each(['', '{', 'undefined', 'null', '7', '"text"', '[1]', '{"name":{}}'])(
    'is empty where %j is stored',
    (text) => {
      stubStorage('sessionStorage', { [key]: text })
      expect(openPage().current()).toEqual(nobody)
    },
  )

  it('is written in its format, under its key', () => {
    const texts = stubStorage('localStorage')
    createStored(key, textOf, { format: (text) => [text] }).save('Asha')
    expect(texts).toEqual({ [key]: '["Asha"]' })
  })

  it('stays the same object while nothing changes', () => {
    stubStorage('sessionStorage', { [key]: JSON.stringify(asha) })
    const guest = openPage()
    expect(guest.current()).toBe(guest.current())
    guest.save(asha)
    expect(guest.current()).toBe(asha)
  })

  it('is reported until the listener leaves', () => {
    stubStorage('sessionStorage')
    const tab = stubEvents()
    const guest = openPage()
    const listener = vi.fn()
    const leave = guest.subscribe(listener)
    guest.save(asha)
    tab.dispatchEvent(new Event('pageshow'))
    expect(listener).toHaveBeenCalledTimes(2)
    leave()
    guest.save(null)
    tab.dispatchEvent(new Event('pageshow'))
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it.each([
    [key, 1],
    [null, 1],
    ['cakewala:cart', 0],
  ])('when another tab changes %j, is reported %i times', (changedKey, times) => {
    const texts = stubStorage('sessionStorage')
    const tab = stubEvents()
    const guest = openPage()
    const listener = vi.fn()
    guest.subscribe(listener)
    texts[key] = JSON.stringify(asha)
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: changedKey }))
    expect(listener).toHaveBeenCalledTimes(times)
    expect(guest.current()).toEqual(asha)
  })
})

describe('a browser that forbids storage', () => {
  it('leaves the value to the page that has it', () => {
    refuseStorage()
    const guest = openPage()
    expect([guest.current(), guest.save(asha), guest.current()]).toEqual([nobody, false, asha])
    expect(openPage().current()).toEqual(nobody)
    expect([guest.save(null), guest.current()]).toEqual([false, nobody])
  })

  it('is no different where it forbids to name its storage', () => {
    stubStorage('sessionStorage')
    const refuse = () => {
      throw new DOMException('Access is denied', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'sessionStorage', { get: refuse, configurable: true })
    const guest = openPage()
    expect([guest.current(), guest.save(asha), guest.current()]).toEqual([nobody, false, asha])
    expect(() => removeStored(() => true)).not.toThrow()
  })
})

it('is removed by its keys, from one visit and from all', () => {
  const once = stubStorage('sessionStorage', { 'cakewala:note': '1', other: '2' })
  const always = stubStorage('localStorage', { 'cakewala:cart': '3', other: '4' })
  removeStored((key) => key.startsWith('cakewala:'))
  expect([Object.keys(once), Object.keys(always)]).toEqual([['other'], ['other']])
})
