import { describe, expect, test } from 'vitest'
import { inAppBrowser, intentLink } from './in-app-browser.ts'

const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

const inApps: [string, string, string][] = [
  [
    `${android}; wv) ${chrome} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 Instagram 389.0.0.50.87 Android`,
    'Instagram',
    'android',
  ],
  [`${iphone} (KHTML, like Gecko) Mobile/15E148 Instagram 389.0.0.26.85`, 'Instagram', 'iphone'],
  [
    `${android}; wv) ${chrome} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/519.0.0.49.109;]`,
    'Facebook',
    'android',
  ],
  [
    `${iphone} (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/519.0.0.49;]`,
    'Facebook',
    'iphone',
  ],
  [
    `${iphone} (KHTML, like Gecko) Mobile/15E148 [FBAN/MessengerForiOS;FBAV/510.0;]`,
    'Messenger',
    'iphone',
  ],
  [
    `${android}) ${chrome} Version/4.0 Chrome/100.0 UCBrowser/13.8.5.1326 Mobile Safari/537.36`,
    'UC Browser',
    'android',
  ],
  [
    'Opera/9.80 (Android; Opera Mini/80.0.2254/191.303; U; en) Presto/2.12.423',
    'Opera Mini',
    'android',
  ],
  [
    `${android}; wv) ${chrome} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36`,
    'this app',
    'android',
  ],
  [`${iphone} (KHTML, like Gecko) Mobile/15E148`, 'this app', 'iphone'],
]

const browsers = [
  `${android}) ${chrome} Chrome/138.0.0.0 Mobile Safari/537.36`,
  `${android}) ${chrome} Chrome/138.0.0.0 Mobile Safari/537.36 OPR/90.0`,
  `${android}) ${chrome} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  `${iphone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  `${iphone} (KHTML, like Gecko) CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Chrome/138.0.0.0 Safari/537.36`,
  'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
]

describe('the browsers inside apps', () => {
  test.each(inApps)('%s is known', (userAgent, name, system) => {
    expect(inAppBrowser(userAgent)).toMatchObject({ name, system })
  })

  test.each(browsers)('%s opens the window', (userAgent) => {
    expect(inAppBrowser(userAgent)).toBeNull()
  })
})

describe('the link out of an app', () => {
  const address = 'https://cakes.example.in/cart#cart=W10'

  test("goes to the phone's browser", () => {
    const browser = { name: 'Instagram', system: 'android', isApp: true } as const
    expect(intentLink(address, browser)).toBe(
      'intent://cakes.example.in/cart#cart=W10#Intent;scheme=https;action=android.intent.action.VIEW;end',
    )
  })

  test('goes to Chrome where this browser may be the phone’s own', () => {
    const browser = { name: 'UC Browser', system: 'android', isApp: false } as const
    expect(intentLink(address, browser)).toContain(';package=com.android.chrome;end')
  })
})
