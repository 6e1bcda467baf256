import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { run } from './run.ts'

/** Without a window: walks take a third less time, but it keeps no pages for Back. */
const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function isProgram(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The Chromium for tests: CHROMIUM_PATH, else the system's, else Playwright's; undefined if there is none.
 *
 * @param keepsPages whether it keeps pages as they are left, for Back
 */
export function findChromium({ keepsPages = false } = {}) {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return configured
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const wanted = keepsPages ? names : [shell, ...names]
  const candidates = folders.flatMap((folder) => wanted.map((name) => join(folder, name)))
  return [...candidates, ...elsewhere, chromium.executablePath()].find(isProgram)
}

/** True on Debian and its children as root, where apt-get may install what is missing. */
export function mayInstallDebianPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  return /^(ID|ID_LIKE)=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** Finds a Chromium or installs one: Debian's package when root there, else Playwright's own build. Throws when neither works. */
export async function findOrInstallChromium(log: (line: string) => void) {
  const found = findChromium()
  if (found) return found
  if (mayInstallDebianPackages()) {
    log('no Chromium found: installing the package chromium …')
    await run('apt-get', ['update'])
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', shell], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  } else {
    log('no Chromium found: downloading the one of Playwright …')
    await run('playwright', ['install', 'chromium'])
  }
  const installed = findChromium()
  if (installed) return installed
  throw new Error(
    'There is no Chromium and none could be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  )
}
