import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Table of contents: every page. Paths match in any case (`/yourOrder` is `/yourorder`). */
export default [
  index('shop/storefront/home.page.tsx'),
  route('products', 'shop/cakes/cake-list.page.tsx'),
  route('singleproduct/:id', 'shop/cakes/cake.page.tsx'),
  route('cart', 'shop/cart/cart.page.tsx'),
  route('shipping', 'shop/checkout/shipping.page.tsx'),
  route('confirmOrder', 'shop/checkout/confirm.page.tsx'),
  route('order', 'shop/checkout/pay.page.tsx'),
  route('yourorder', 'shop/orders/your-orders.page.tsx'),
  route('about', 'shop/storefront/about.page.tsx'),
  route('contact', 'shop/storefront/contact.page.tsx'),
  route('privacy', 'shop/storefront/privacy.page.tsx'),
  route('terms', 'shop/storefront/terms.page.tsx'),
  route('unsubscribe', 'shop/storefront/unsubscribe.page.tsx'),
  route('refunds', 'shop/storefront/refunds.page.tsx'),
  route('register', 'shop/accounts/register.page.tsx'),
  route('login', 'shop/accounts/login.page.tsx'),
  route('forgot-password', 'shop/accounts/forgot-password.page.tsx'),
  route('reset-password', 'shop/accounts/reset-password.page.tsx'),
  layout('shop/admin/admin-layout.page.tsx', [
    route('admin', 'shop/admin/panel.page.tsx'),
    route('admin/orders', 'shop/order-desk/order-list.page.tsx'),
    route('admin/orders/:number', 'shop/order-desk/order.page.tsx'),
    route('admin/kitchen', 'shop/kitchen/kitchen.page.tsx'),
    route('admin/addcake', 'shop/catalogue/add-cake.page.tsx'),
    route('admin/cakes/:id', 'shop/catalogue/edit-cake.page.tsx'),
    route('admin/catalogue', 'shop/catalogue/catalogue-files.page.tsx'),
    route('admin/journal', 'shop/journal/journal.page.tsx'),
  ]),
  route('*', 'shop/storefront/not-found.page.tsx'),
] satisfies RouteConfig
