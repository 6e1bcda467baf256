import { type ComponentType, lazy, Suspense } from 'react'
import { expect, it } from 'vitest'
import { wholeMarkup } from './whole-markup.server.ts'

const loaded = lazy(async () => ({ default: () => <p>Pay by card</p> }))

function Failing(): never {
  throw new Error('no such picture')
}

const page = (Part: ComponentType) => (
  <main>
    <h1>{'<!--$!-->'}</h1>
    <Suspense fallback="…">
      <Part />
    </Suspense>
  </main>
)

it('a part that is loaded when it is needed is in its place', async () => {
  const markup = await wholeMarkup(page(loaded))
  expect(markup).toContain('<p>Pay by card</p>')
  expect(markup).not.toMatch(/<script|<template|hidden|…/)
})

it('a part that fails fails the page, also within a boundary', async () => {
  await expect(wholeMarkup(page(Failing))).rejects.toThrow('no such picture')
})
