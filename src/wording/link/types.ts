/** Linking and unlinking the API key. */
export type LinkWording = {
  link: {
    title: string;
    oneMoment: string;
    /** `service`: a link to it. */
    intro(service: string): string;
    already(by: string, at: number): string;
    label: string;
    hint: string;
    /** The key was typed behind the command. */
    notBehindCommand: string;
    submit: string;
    close: string;
    cancel: string;
    checking: string;
    /** What the service definitely says about the typed key. */
    refused: Record<'INVALID_API_KEY' | 'ACCOUNT_SUSPENDED', string>;
    saved(command: string): string;
    unproven: string;
    /** Instead of both: we couldn't reach the service. */
    unreachable: string;
  };
  unlink: {
    title: string;
    ask(waiting: number): string;
    submit: string;
    nothing: string;
    done(refused: number): string;
  };
};
