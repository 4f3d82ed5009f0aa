/** What a field in which recipients are searched offers. */
export type SearchWording = {
  placeholder: string;
  /** Over the options of a kind. */
  heading: Record<'number' | 'teammates' | 'contacts' | 'groups' | 'userGroups' | 'rotas', string>;
  /** Beside a number that was typed. */
  textNumber: string;
  /** Beside a group. */
  people(count: number): string;
  /** Beside a rota: who is on call now; null: nobody. */
  onCall(who: string | null): string;
  /** Beside a contact who is not to be texted. */
  neverText: string;
};
