/** What people read who do something about alerts: buttons below a post, what a press answers, and their modals. */
export type RespondingWording = {
  button: {
    acknowledge: string;
    resolve: string;
    textSomebody: string;
    showAll: string;
    giveBack: string;
    previous: string;
    next: string;
  };
  confirmResolve: { title: string; text: string; confirm: string; deny: string };
  /** Only to the person who pressed. */
  told: {
    /** They have it. `cancelled`: how many texts were cancelled; `sending`: how many are being sent all the same. */
    yours(texts: { cancelled: number; sending: number }): string;
    /** Beside the button that gives it back. */
    mistake: string;
    /** Somebody was first. */
    theirs(taken: { who: string; at: number }): string;
    givenBack: string;
    tooLateToGiveBack: string;
    resolved: string;
    over: string;
    /** It is stored, and not carried out yet. */
    soon: string;
  };
  all: {
    title: string;
    counts(counts: { firing: number; resolved: number }): string;
    /** `alert`: its severity and name. */
    since(alert: { alert: string; at: number }): string;
    page(page: { from: number; to: number; of: number }): string;
    none: string;
  };
  text: {
    title: string;
    submit: string;
    field: { label: string; hint: string };
    /** What it will say, with the latest of these alerts at the time. */
    says: string;
    /** Nothing of the post is left to text about. */
    nothing: string;
    sent: string;
  };
};
