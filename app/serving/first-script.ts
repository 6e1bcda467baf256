import { cartKey } from '#shop/cart/cart-storage.ts'
import { placedOrderKey } from '#shop/orders/view/placed-order.ts'

/**
 * Runs in every page before the first paint. It marks who is logged in, from the cookies that pages may read (they
 * grant nothing), whether the cart is empty, whether this browser placed an order, and whether its clock is not India's. It also tells zod not to compile its checks, which the
 * Content-Security-Policy forbids.
 */
export const firstScript = `(function(d,c){if(new Date().getTimezoneOffset()!=-330)d.abroad="";if(/(?:^|; )user=[^;]/.test(c))d.session=/(?:^|; )isAdmin=true(?:;|$)/.test(c)?"admin":"customer";try{if(localStorage["${placedOrderKey}"])d.order="placed";if(!/\\[\\{/.test(localStorage["${cartKey}"]))d.cart="empty"}catch{}})(document.documentElement.dataset,document.cookie);globalThis.__zod_globalConfig={jitless:true}`
