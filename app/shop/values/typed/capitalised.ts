export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'leadHours' is 'Lead hours'. */
export function fieldInWords(field: string): string {
  return capitalised(field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}
