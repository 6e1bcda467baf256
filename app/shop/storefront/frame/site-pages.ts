/** In header and footer, and in the sitemap. */
export const mainPages = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/products', label: 'Cakes' },
  { to: '/customizecake', label: 'Customize-Cake' },
  { to: '/contact', label: 'Contact' },
] as const

export const policyPages = [
  { to: '/privacy', label: 'Privacy policy' },
  { to: '/terms', label: 'Terms' },
  { to: '/refunds', label: 'Refunds and cancellation' },
] as const
