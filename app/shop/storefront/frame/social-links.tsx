/** Where the shop is on the social networks. The sample shop has no accounts of its own: its links lead to the networks. */
const places = [
  {
    name: 'Instagram',
    href: 'https://www.instagram.com/',
    drawing:
      'M7.5 2.5h9a5 5 0 0 1 5 5v9a5 5 0 0 1-5 5h-9a5 5 0 0 1-5-5v-9a5 5 0 0 1 5-5zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM17.3 6.7h.01',
  },
  {
    name: 'Facebook',
    href: 'https://www.facebook.com/',
    drawing:
      'M17.5 2.5h-3a4.5 4.5 0 0 0-4.5 4.5v3H7v4h3v7.5h4V14h3l1-4h-4V7.2a.8.8 0 0 1 .8-.7h2.7z',
  },
  {
    name: 'YouTube',
    href: 'https://www.youtube.com/',
    drawing:
      'M2.7 8.2A3 3 0 0 1 5.5 5.4a90 90 0 0 1 13 0 3 3 0 0 1 2.8 2.8 40 40 0 0 1 0 7.6 3 3 0 0 1-2.8 2.8 90 90 0 0 1-13 0 3 3 0 0 1-2.8-2.8 40 40 0 0 1 0-7.6zM10 15.2l5.2-3.2L10 8.8z',
  },
]

export function SocialLinks() {
  return (
    <ul className="-ml-2.5 flex" aria-label="Follow us">
      {places.map(({ name, href, drawing }) => (
        <li key={name}>
          <a
            href={href}
            rel="noreferrer"
            className="inline-flex size-11 items-center justify-center rounded-pill transition hover:bg-paper hover:text-berry"
          >
            <span className="sr-only">{name}</span>
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-5 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
            >
              <path d={drawing} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
