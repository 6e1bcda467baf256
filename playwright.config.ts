import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.ts'

const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []
const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  fullyParallel: true,
  // A walk that a busy machine made late is tried again; the summary counts and names it.
  retries: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A film of every walk would cost a third of the time.
    trace: { mode: 'on-first-retry', screenshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: { ...(executablePath && { executablePath }), args: [...quiet, ...asRoot] },
  },
  projects: [
    {
      name: 'desktop',
      // Nothing moves: a press would wait until what it hits has come to rest.
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      // What works otherwise on a small screen with touch.
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
