/** The chosen option of one of a cake's choices, at its price: 'Shape: Heart', 'Filling: Almond +80 (tree nuts)'. */
export type ChosenText = string

/** Chosen options as people read them: ['Filling', 'Almond']. */
export function chosenFacts(chosen: readonly ChosenText[]): [choice: string, option: string][] {
  return chosen.map((text) => {
    const [choice = '', option = ''] = text.split(/: | [+(]/)
    return [choice, option]
  })
}

/** An option that says whether there is egg. */
const eggPattern = /^(?:with )?egg(less)?$/i

/** {@link chosenFacts} but egg or eggless, which is said by its mark. */
export const factsBesideEgg = (chosen: readonly ChosenText[]) =>
  chosenFacts(chosen).filter(([, option]) => !eggPattern.test(option))

/** 'Vanilla, Almond': the flavour and what was chosen beside it. */
export function madeOf({ flavour, chosen }: { flavour: string; chosen: readonly ChosenText[] }) {
  return [flavour, ...factsBesideEgg(chosen).map(([, option]) => option)].join(', ')
}

/** The egg mark of a cake that was chosen so: an option called 'Egg' or 'Eggless' sets it. */
export function eggOf<Egg>(
  cake: { egg: Egg },
  chosen: readonly ChosenText[],
): Egg | 'Egg' | 'Eggless' {
  const egg = chosenFacts(chosen).findLast(([, option]) => eggPattern.test(option))
  return egg ? (/less/i.test(egg[1]) ? 'Eggless' : 'Egg') : cake.egg
}
