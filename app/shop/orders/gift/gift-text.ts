/** In letters: the room on a printed card and a rider's slip. */
export const maxText = { riderNote: 140, giftMessage: 200, giftFrom: 60 }
