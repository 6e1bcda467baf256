import { describe, expect, it } from 'vitest'
import { readOptions, usageOf } from './options.ts'

const read = (...args: string[]) => readOptions(args, ['reads', 'soak'])

describe('the options of a bench', () => {
  it('are the usual ones by default', () => {
    expect(read()).toEqual({
      names: [],
      options: {
        json: false,
        against: undefined,
        accept: false,
        cakes: undefined,
        orders: undefined,
        seconds: 2,
        turns: 2,
        clients: 32,
        requests: 100_000,
        seed: 1,
        databases: ['embedded', 'postgres'],
      },
    })
  })

  it('are read with the names, wherever they stand', () => {
    const parsed = read('reads', '--json', '--cakes', '500', 'soak', '--database=embedded')
    expect(parsed.names).toEqual(['reads', 'soak'])
    expect(parsed.options).toMatchObject({ json: true, cakes: 500, databases: ['embedded'] })
    expect(read('--against', '../old', 'reads')).toMatchObject({
      names: ['reads'],
      options: { against: '../old' },
    })
  })

  it('may be the least and the most of what is allowed', () => {
    const { options } = read('--cakes', '100', '--clients', '1000', '--seconds', '1')
    expect(options).toMatchObject({ cakes: 100, clients: 1000, seconds: 1 })
  })

  it.each([
    [['writes'], "There is no bench 'writes'"],
    [['--database', 'mysql'], "--database must be embedded or postgres, not 'mysql'"],
    [['--cakes', 'many'], "--cakes must be a whole number from 100 to 1000000, not 'many'"],
    [['--orders', '999'], '--orders must be a whole number from 1000'],
    [['--clients', '0'], '--clients must be a whole number from 1'],
    [['--seconds', '1.5'], "--seconds must be a whole number from 1 to 600, not '1.5'"],
    [['--seconds', ''], '--seconds must be'],
    [['--turns', '0'], '--turns must be a whole number from 1 to 100'],
    [['--fast'], '--fast'],
  ])('%j are refused in a sentence', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence)
  })
})

it('the help names all benches and what they measure', () => {
  const text = usageOf({ reads: { about: 'lists and pages' }, soak: { about: 'memory' } })
  expect(text).toContain('  reads  lists and pages\n  soak   memory\n')
})
