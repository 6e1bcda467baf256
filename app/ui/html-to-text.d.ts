/** As far as it is used here; the package has no types of its own. */
declare module 'html-to-text' {
  export function compile(options: object): (html: string) => string
}
