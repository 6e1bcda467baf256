import { cartKey, placedOrderKey } from '#shop/cart/cart-store.ts'

/**
 * Runs in every page before the first paint, and is read by the oldest browsers. `data-script` of <html> is 'none' as the
 * page is sent; this script makes it 'old' in a browser below those of scripts/supported-browsers.ts, which the one
 * function tells apart that is as new as they are, and 'failed' if the page's modules do not load or throw before one of
 * them has made it 'runs'. Modules that cannot be loaded may be those of a build that is gone: then the page loads again,
 * once in a minute.
 *
 * It also marks who is logged in, from the cookies that pages may read (they grant nothing), whether the cart is empty,
 * whether this browser placed an order, and whether its clock is not India's, and tells zod not to compile its checks,
 * which the Content-Security-Policy forbids.
 */
export const firstScript = `(function (d, c) {
  function fail() { d.script = "failed" }
  function failed(e) {
    var isLost = e.target.type === "module" || /import/.test(e.reason), now = Date.now()
    if (d.script === "runs" || !(isLost || e.target === window)) return
    try {
      if (isLost && now - (sessionStorage.reloaded || 0) > 6e4) {
        sessionStorage.reloaded = now
        return fetch("/healthz").then(function () { location.reload() }, fail)
      }
    } catch (e) {}
    fail()
  }
  if (window.ArrayBuffer && ArrayBuffer.prototype.resize) {
    delete d.script
    addEventListener("error", failed, true)
    addEventListener("unhandledrejection", failed)
  } else d.script = "old"
  if (new Date().getTimezoneOffset() != -330) d.abroad = ""
  if (/(?:^|; )user=[^;]/.test(c)) d.session = /(?:^|; )isAdmin=true(?:;|$)/.test(c) ? "admin" : "customer"
  try {
    if (localStorage["${placedOrderKey}"]) d.order = "placed"
    if (!/\\[\\{/.test(localStorage["${cartKey}"])) d.cart = "empty"
  } catch (e) {}
})(document.documentElement.dataset, document.cookie)
window.__zod_globalConfig = { jitless: true }`
