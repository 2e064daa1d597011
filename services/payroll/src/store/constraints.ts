import { conflict } from '@timbre/kit';

/** The refusal for a violation of each unique index. */
export const constraints = {
  employees_number: () => {
    const message = 'Another employee has this employeeNumber.';
    const code = 'employee_number_taken';
    return conflict(message, code, [{ path: ['employeeNumber'], code, message }]);
  },
};
