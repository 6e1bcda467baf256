/** The value of a token of tokens.css, for elements that a payment provider draws on our pages: `token('--color-berry')`. */
export function token(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}
