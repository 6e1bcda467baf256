import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing that axe finds: WCAG 2.2 AA and its best practices. What moves has come to rest first. */
export async function seeNoBarrier(page: Page, state: string) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => {
      const { iterations } = one.effect?.getComputedTiming() ?? {}
      return iterations !== Number.POSITIVE_INFINITY
    })
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    // Without a second tab for each look. It leaves out frames of other sites: the map.
    .setLegacyMode()
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, state).toEqual([])
}
