import {
  addCake,
  heading,
  logInByPage,
  newCustomer,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

test('registering says what is wrong once a field was touched', async ({ page }) => {
  await visit(page, '/register')
  const form = page.getByRole('main')
  for (const [label, typed, sentence] of [
    ['Name', '', 'Name is required'],
    ['Email', 'asha@', 'Invalid email'],
    ['MobileNo', '98765', 'too short'],
    ['MobileNo', '98765432101', 'too long'],
    ['Date of birth', '2999-01-01', 'Birthdate must be in the past'],
    ['Password', 'short', 'Password must be at least 8 characters'],
  ] as const) {
    const field = form.getByLabel(label, { exact: true })
    await expect(form.getByText(sentence)).toBeHidden()
    await field.fill(typed)
    await field.blur()
    await expect(form.getByText(sentence)).toBeVisible()
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
  }
  await form.getByLabel('MobileNo').fill('')
  await form.getByLabel('Password', { exact: true }).fill('')
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(form.getByText('MobileNo is required')).toBeVisible()
  await expect(form.getByText('Password is required')).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue('asha@')
})

test('a press below a form hits what it was aimed at, though the field left by it is wrong', async ({
  page,
}) => {
  await visit(page, '/login')
  const form = page.getByRole('main')
  // So that the rules are loaded, and speak at once.
  await form.getByLabel('Password', { exact: true }).focus()
  await form.getByLabel('Email', { exact: true }).fill('asha@')
  await expect(form.getByText('Password is required')).toBeVisible()
  const link = form.getByRole('link', { name: 'New here? Register' })
  const spot = await link.boundingBox()
  if (!spot) throw new Error('the link is not shown')
  await page.mouse.move(spot.x + spot.width / 2, spot.y + 2)
  await page.mouse.down()
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)))
  await page.mouse.up()
  await expect(page).toHaveURL(/\/register/)
})

test('a press whose end the page never hears of holds nothing back from the keyboard', async ({
  page,
}) => {
  await visit(page, '/login')
  const form = page.getByRole('main')
  const email = form.getByLabel('Email', { exact: true })
  await email.dispatchEvent('pointerdown')
  await email.fill('asha@')
  await email.press('Tab')
  await expect(form.getByText('Invalid email')).toBeVisible()
})

test('an email that is taken is reported, and what was typed stays', async ({ page, trouble }) => {
  const taken = await signIn(page)
  await page.context().clearCookies()
  await visit(page, '/register')
  const form = page.getByRole('main')
  await form.getByLabel('Name').fill('Another Asha')
  await form.getByLabel('Email').fill(taken.email.toUpperCase())
  await form.getByLabel('MobileNo').fill('9123456780')
  await form.getByLabel('Date of birth').fill('1991-02-03')
  await form.getByLabel('Password', { exact: true }).fill('rosewater-kulfi')
  trouble.expect(409, '/users/new')
  await form.getByRole('button', { name: 'Register' }).click()
  await expect(toast(page, 'An account with this email already exists')).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/already exists/)
  await expect(form.getByLabel('Name')).toHaveValue('Another Asha')
  await expect(form.getByLabel('MobileNo')).toHaveValue('9123456780')
  await expect(form.getByLabel('Date of birth')).toHaveValue('1991-02-03')
  await expect(form.getByLabel('Password', { exact: true })).toHaveValue('rosewater-kulfi')
})

test('a wrong password and an unknown email are told alike', async ({ page, trouble }) => {
  const { email } = await signIn(page)
  await page.context().clearCookies()
  await visit(page, '/login')
  trouble.expect(401, '/users/login')
  for (const wrong of [
    { email, password: 'not-her-password' },
    { email: newCustomer().email, password: 'not-her-password' },
  ]) {
    await logInByPage(page, wrong)
    await expect(toast(page, 'something is wrong')).toBeVisible()
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast(page, 'something is wrong')).toBeHidden()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wrong.email)
    await expect(password).toHaveAccessibleDescription(/The email or the password is not right/)
    await password.focus()
    await password.blur()
    await expect(password).toHaveAccessibleDescription(/not right/)
    await password.fill('another-try')
    await expect(password).toHaveAccessibleDescription('')
  }
})

test('login leads to the cart, shows the name, and logout leads home', {
  tag: '@essential',
}, async ({ page }) => {
  const customer = await signIn(page)
  await page.context().clearCookies()
  await visit(page, '/login')
  await logInByPage(page, customer)
  await expect(toast(page, 'Logged in successfully')).toBeVisible()
  await expect(heading(page, 'Your cart')).toBeVisible()
  await expect(page.getByRole('main').getByText(customer.email)).toBeVisible()
  const header = page.getByRole('banner')
  await expect(header.getByText(customer.name)).toBeVisible()
  await expect(header.getByRole('link', { name: 'View Order' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'AdminPanel' })).toBeHidden()
  await expect(header.getByRole('link', { name: 'Login' })).toBeHidden()

  await header.getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, 'logout succesfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(header.getByText(customer.name)).toBeHidden()
  expect(await page.context().cookies()).toEqual([])
})

test('the name is requested once in a session, not on every page', async ({ page }) => {
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/users/getnamebyemail')) requests += 1
  })
  const customer = await signIn(page)
  await visit(page, '/')
  await expect(page.getByRole('banner').getByText(customer.name)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(heading(page, 'A small bakery')).toBeVisible()
  await visit(page, '/products')
  await expect(page.getByRole('banner').getByText(customer.name)).toBeVisible()
  expect(requests).toBe(1)
})

test('pages that need a login lead there and back', { tag: '@essential' }, async ({ page }) => {
  const customer = await signIn(page)
  await page.context().clearCookies()
  await addCake(page, 'walnut-brownie')
  for (const [path, title] of [
    ['/shipping', 'Shipping Details'],
    ['/yourOrder', 'View Orders'],
  ] as const) {
    await page.context().clearCookies()
    await visit(page, path)
    await expect(heading(page, 'Login Yourself')).toBeVisible()
    const notice = toast(page, 'Login first to place order')
    await expect(notice).toBeVisible({ visible: path === '/shipping' })
    await logInByPage(page, customer)
    await expect(heading(page, title)).toBeVisible()
  }
})

test('an admin is led to the panel, and sees its link', async ({ page }) => {
  await visit(page, '/login')
  await logInByPage(page, { email: 'admin@cakewala.test', password: 'admin-password' })
  await expect(page).toHaveURL('/admin')
  await expect(heading(page, 'Admin panel')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'AdminPanel' })).toBeVisible()
})

test('a forgotten password is changed by the mailed link, which works once', {
  tag: '@essential',
}, async ({ page, shop, trouble }) => {
  const customer = await signIn(page)
  await page.context().clearCookies()
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Forgot your password?')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByRole('button', { name: 'Email me a reset link' }).click()
  await expect(page.getByText('a link to set a new password is on its way')).toBeVisible()

  const { text = '' } = await mailAbout(shop.outbox, customer.email, /password/)
  const link = /https?:\/\/\S+\/reset-password[^\s"<>)\]]+/.exec(text)?.[0] ?? ''
  await visit(page, link)
  await page.getByLabel('New password').fill('a-new-password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'Your password has been changed. Please log in.')).toBeVisible()
  await logInByPage(page, { email: customer.email, password: 'a-new-password' })
  await expect(heading(page, 'Your cart')).toBeVisible()

  trouble.expect(409, '/users/reset-password')
  await page.goto('about:blank')
  await visit(page, link)
  await page.getByLabel('New password').fill('yet-another-one')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/link/)
  await expect(heading(page, 'Set a new password')).toBeVisible()
})
